from django.apps import AppConfig


class PrivateMessagesConfig(AppConfig):
    name = "games.private_messages"

    def ready(self) -> None:
        """Register what others ask for: deletion, export, notification text, reports, hiding."""
        from accounts import deletion
        from accounts.data_export import contents

        from ..models import Case
        from ..moderation import reports, sanctions
        from ..notifications import content
        from . import conversations, exported_data, notification_texts, report_target
        from .models import PrivateMessage

        deletion.register(conversations.delete_for, conversations.exists_for)
        contents.register(exported_data.FILES)
        content.TEXT_COMPOSERS[conversations.EVENT] = notification_texts.message_text
        kind = Case.TargetKind.PRIVATE_MESSAGE
        reports.TARGET_FINDERS[kind] = report_target.find_message_target
        sanctions.MESSAGE_MODELS[kind] = PrivateMessage
