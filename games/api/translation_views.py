"""The API's view of translations."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.tokens import Scope

from ..translation.messages import CHATS, find_foreign_message
from ..translation.translator import check_is_available, translate
from .auth import check_has_scope
from .lookups import authenticated_user, validated_data
from .responses import responds_with

# The OpenAPI description refers to these names (`ENUM_NAME_OVERRIDES`).
MESSAGE_KINDS = list(CHATS)


class TranslationInputSerializer(serializers.Serializer):
    what = serializers.ChoiceField(
        choices=MESSAGE_KINDS,
        help_text="a message of a table's chat, of a club's chat, or a private one",
    )
    id = serializers.IntegerField(min_value=1, help_text="the number of the message")
    language = serializers.ChoiceField(
        choices=settings.LANGUAGES,
        required=False,
        help_text="a language of this site; without it, that of the request",
    )


class TranslationSerializer(serializers.Serializer):
    text = serializers.CharField(help_text="the message, translated by machine")
    language = serializers.CharField(help_text="the language of the translation")


class Translations(APIView):
    """Translate a message of another person that I may read. 404 if this site does not translate.

    A private message needs the scope `messages:read` too. Its text goes to the service that the
    site's owner has chosen.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(TranslationSerializer, TranslationInputSerializer, operation_id="translate")
    def post(self, request: Request) -> dict[str, str]:
        check_is_available()
        data = validated_data(request, TranslationInputSerializer)
        user = authenticated_user(request)
        if data["what"] == "private-message":
            check_has_scope(request, Scope.MESSAGES_READ)
        language = data.get("language") or get_language() or settings.LANGUAGE_CODE
        message = find_foreign_message(data["what"], data["id"], user).message
        return {"text": translate(user, message.text, language), "language": language}
