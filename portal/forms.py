"""How every form of the site is drawn: `{{ form }}` and `{{ form.name.as_field_group }}`."""

from django.forms.renderers import TemplatesSetting


class SiteRenderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
