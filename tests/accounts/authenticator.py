"""A device that has passkeys, in software: what a browser answers with in its place."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG


class Device:
    """One passkey, for whoever it was made; `verifies`: its owner proves to be there."""

    def __init__(self, host: str, *, verifies: bool = True) -> None:
        self.host = host
        self.origin = f"https://{host}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.user = ""
        self.uses = 0
        self.flags = FLAG.UP | FLAG.UV if verifies else FLAG.UP

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """A new passkey, as asked for."""
        self.user = options["user"]["id"]
        key = ES256.from_cryptography_key(self.key.public_key())
        made = AttestedCredentialData.create(Aaguid.NONE, self.id, key)
        data = self._data(self.flags | FLAG.AT, made)
        client = self._client("webauthn.create", options)
        attested = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=client, attestationObject=attested)

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """The proof that it is here, as asked for."""
        self.uses += 1
        client = self._client("webauthn.get", options)
        data = self._data(self.flags)
        signature = self.key.sign(data + client.hash, ec.ECDSA(hashes.SHA256()))
        answer = self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)
        answer["response"]["userHandle"] = self.user
        return answer

    def _data(self, flags: int, made: AttestedCredentialData | None = None) -> AuthenticatorData:
        site = hashlib.sha256(self.host.encode()).digest()
        return AuthenticatorData.create(site, flags, self.uses, made or b"")

    def _client(self, kind: str, options: dict[str, Any]) -> CollectedClientData:
        challenge = websafe_decode(options["challenge"])
        return CollectedClientData.create(kind, challenge, self.origin)

    def _answer(self, **response: bytes) -> dict[str, Any]:
        mine = websafe_encode(self.id)
        encoded = {name: websafe_encode(value) for name, value in response.items()}
        kind = {"type": "public-key", "clientExtensionResults": {}}
        return {"id": mine, "rawId": mine, "response": encoded, **kind}
