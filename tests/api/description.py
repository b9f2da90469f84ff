"""Checks that real answers of the API are as its description says."""

from __future__ import annotations

import re
from typing import Any

import requests
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from schemathesis.core.transport import Response

PARAMETER = re.compile(r"<[^>]*>|\{[^}]*\}")


class Description:
    """The API's description, with the operations that have been answered.

    Attributes:
        operations: by method and path, in which {} stands for every parameter.
        answered: those of which a successful answer was checked.
        faults: the answers that are not as described, each with who got it.
    """

    def __init__(self) -> None:
        text = SchemaGenerator().get_schema(request=None, public=True)
        loaded: Any = schemathesis.openapi.from_dict(text)
        found = [one.ok() for one in loaded.get_all_operations()]
        self.operations = {
            (one.method.upper(), PARAMETER.sub("{}", one.path)): one for one in found
        }
        self.answered: set[tuple[str, str]] = set()
        self.faults: list[str] = []

    def check(self, answer: Any, who: str, *, again: bool = True) -> None:
        """Note what a successful answer of a test client has that the description has not.

        Args:
            again: whether to look at another answer to the same operation, too.
        """
        method = answer.request["REQUEST_METHOD"]
        key = method, PARAMETER.sub("{}", f"/{answer.resolver_match.route}")
        if key not in self.operations:
            return  # for pages, not for programs
        if key in self.answered and not again:
            return
        self.answered.add(key)
        operation = self.operations[key]
        documented = operation.definition.raw["responses"]
        address = f"http://testserver{answer.request['PATH_INFO']}"
        response = Response(
            status_code=answer.status_code,
            headers={name.lower(): [value] for name, value in answer.headers.items()},
            content=answer.getvalue(),
            request=requests.Request(method, address).prepare(),
            elapsed=0.1,
            verify=False,
        )
        try:
            assert str(answer.status_code) in documented, f"{answer.status_code} is not described"
            operation.validate_response(response)
        except (AssertionError, schemathesis.errors.SchemathesisError) as error:
            self.faults.append(f"{operation.label}, {who}: {error}")
        except BaseExceptionGroup as errors:
            self.faults += [f"{operation.label}, {who}: {error}" for error in errors.exceptions]
