"""The providers that Spinney knows by name: how they are reached and where their key usually is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.config.settings import ProviderSettings, Settings


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """``key_variable`` is what the provider's own tools use. ``own_credentials`` marks the clouds
    that find their credentials themselves, ``listed`` those whose models the table has in full."""

    name: str
    title: str
    kind: str
    key_variable: str | None = None
    base_url: str | None = None
    own_credentials: bool = False
    local: bool = False
    listed: bool = False


_ALL = (
    KnownProvider("anthropic", "Anthropic", "anthropic", "ANTHROPIC_API_KEY", listed=True),
    KnownProvider("openai", "OpenAI", "openai", "OPENAI_API_KEY", listed=True),
    KnownProvider("gemini", "Google Gemini", "gemini", "GEMINI_API_KEY", listed=True),
    KnownProvider("openrouter", "OpenRouter", "openrouter", "OPENROUTER_API_KEY"),
    KnownProvider("deepseek", "DeepSeek", "deepseek", "DEEPSEEK_API_KEY", listed=True),
    KnownProvider("mistral", "Mistral", "mistral", "MISTRAL_API_KEY", listed=True),
    KnownProvider("groq", "Groq", "groq", "GROQ_API_KEY"),
    KnownProvider("xai", "xAI", "xai", "XAI_API_KEY", listed=True),
    KnownProvider("cohere", "Cohere", "cohere", "COHERE_API_KEY"),
    KnownProvider("together_ai", "Together AI", "together_ai", "TOGETHERAI_API_KEY"),
    KnownProvider("fireworks_ai", "Fireworks AI", "fireworks_ai", "FIREWORKS_AI_API_KEY"),
    KnownProvider("cerebras", "Cerebras", "cerebras", "CEREBRAS_API_KEY"),
    KnownProvider("moonshot", "Moonshot", "moonshot", "MOONSHOT_API_KEY"),
    KnownProvider("zai", "Z.ai", "zai", "ZAI_API_KEY"),
    KnownProvider("dashscope", "DashScope", "dashscope", "DASHSCOPE_API_KEY"),
    KnownProvider("bedrock", "Amazon Bedrock", "bedrock", own_credentials=True),
    KnownProvider("vertex", "Google Vertex AI", "vertex", own_credentials=True),
    KnownProvider("azure", "Azure OpenAI", "azure", "AZURE_API_KEY", own_credentials=True),
    KnownProvider("ollama", "Ollama", "ollama", None, "http://localhost:11434/v1", local=True),
    KnownProvider(
        "lmstudio", "LM Studio", "lmstudio", None, "http://localhost:1234/v1", local=True
    ),
    KnownProvider(
        "llamacpp", "llama.cpp", "llamacpp", None, "http://localhost:8080/v1", local=True
    ),
    KnownProvider("vllm", "vLLM", "vllm", None, "http://localhost:8000/v1", local=True),
)

KNOWN: Mapping[str, KnownProvider] = {provider.name: provider for provider in _ALL}


def effective(name: str, settings: Settings) -> ProviderSettings | None:
    """A provider as it is used: what the person configured over what is known of its name."""
    configured = settings.provider.get(name)
    known = KNOWN.get(name)
    if configured is None and known is None:
        return None
    provider = configured or ProviderSettings()
    changes: dict[str, object] = {}
    if known is not None and "kind" not in provider.model_fields_set:
        changes["kind"] = known.kind
    if known is not None and provider.base_url is None and known.base_url is not None:
        changes["base_url"] = known.base_url
    provider = provider.model_copy(update=changes) if changes else provider
    if provider.kind == "ollama" and provider.base_url:
        # Ollama's own address is often given; the wire we speak is one level below it.
        base = provider.base_url.rstrip("/")
        if not base.endswith("/v1"):
            provider = provider.model_copy(update={"base_url": f"{base}/v1"})
    return provider


def key_variable(name: str, provider: ProviderSettings) -> str | None:
    """The environment variable that may hold the key. A vendor's own variable is never used for
    another address than the vendor's."""
    if provider.api_key_env:
        return provider.api_key_env
    known = KNOWN.get(name) or KNOWN.get(provider.kind)
    if known is None or (provider.base_url and provider.base_url != known.base_url):
        return None
    return known.key_variable
