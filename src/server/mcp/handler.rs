//! The handler: which method goes where. Both transports and both eras of the protocol end here.

use crate::runner::app::App;
use crate::server::mcp::fixtures::Fixtures;
use crate::server::mcp::{call, catalog, complete, prompts, resources};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, GetPromptRequestParams,
    GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

/// What a client reads before it calls anything.
const INSTRUCTIONS: &str = "Legal sources (RU, UA, KR) held by this installation, with checked citations. Start with \
    search_corpus or get_provision for a place, get_legal_advice for a question. Before you show an answer of your own, \
    call validate_response or validate_citation and repeat their verdicts. Sources that are not held are UNVERIFIED, \
    never wrong. Envelope in _meta: trace_id, cache_key, budget, as_of (YYYY-MM-DD).";

/// Answers one client.
#[derive(Clone)]
pub struct Mcp {
    app: App,
    fixtures: Option<Fixtures>,
}

type Context = RequestContext<RoleServer>;

impl Mcp {
    /// A handler over the services; with `conformance` it also has the tools that the official suite calls by name.
    #[must_use]
    pub fn new(app: App, conformance: bool) -> Self {
        Self { app, fixtures: conformance.then(Fixtures::default) }
    }
}

impl ServerHandler for Mcp {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_completions().enable_prompts().enable_resources().enable_tools();
        let own = Implementation::new("legalagi", env!("CARGO_PKG_VERSION")).with_title("LegalAGI");
        ServerConfig::new(capabilities.build()).with_server_info(own).with_instructions(INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        if self.fixtures.is_some() {
            Fixtures::declare(&mut result.capabilities);
        }
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let fixture = self.fixtures.as_ref().and_then(|_| Fixtures::tools().into_iter().find(|tool| tool.name == name));
        fixture.or_else(|| catalog::get(&self.app, name))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = catalog::list(&self.app);
        if self.fixtures.is_some() {
            tools.extend(Fixtures::tools());
        }
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: Context) -> Result<CallToolResponse, ErrorData> {
        if let Some(fixtures) = &self.fixtures
            && Fixtures::has(&request.name)
        {
            return fixtures.call(request, &context).await;
        }
        if !catalog::names().any(|name| name == request.name) {
            let known: Vec<&str> = catalog::names().collect();
            let message = format!("Инструмента {} нет. Возможны: {}.", request.name, known.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        }
        let input = Value::Object(request.arguments.unwrap_or_default());
        Ok(call::call(&self.app, &request.name, input, &context).await.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut result = resources::list(&self.app, request.and_then(|page| page.cursor)).await?;
        if self.fixtures.is_some() {
            result.resources.extend(Fixtures::resources());
        }
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut templates = resources::templates();
        if self.fixtures.is_some() {
            templates.push(Fixtures::template());
        }
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if self.fixtures.is_some()
            && let Some(read) = Fixtures::read(&request.uri)
        {
            return Ok(read.into());
        }
        resources::read(&self.app, &request.uri).await.map(Into::into)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut list = prompts::list();
        if self.fixtures.is_some() {
            list.extend(Fixtures::prompts());
        }
        Ok(ListPromptsResult::with_all_items(list))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        if self.fixtures.is_some()
            && let Some(prompt) = Fixtures::prompt(&request)
        {
            return prompt;
        }
        prompts::get(&request.name, &request.arguments.unwrap_or_default()).map(Into::into)
    }

    async fn complete(&self, request: CompleteRequestParams, _context: Context) -> Result<CompleteResult, ErrorData> {
        complete::complete(&self.app, &request).await
    }

    async fn subscribe(
        &self,
        _request: rmcp::model::SubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        self.only_fixtures::<rmcp::model::SubscribeRequestMethod>()
    }

    async fn unsubscribe(
        &self,
        _request: rmcp::model::UnsubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        self.only_fixtures::<rmcp::model::UnsubscribeRequestMethod>()
    }

    #[expect(deprecated, reason = "the era of 2025-11-25 has this method; only the conformance suite asks for it here")]
    async fn set_level(
        &self,
        _request: rmcp::model::SetLevelRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        self.only_fixtures::<rmcp::model::SetLevelRequestMethod>()
    }
}

impl Mcp {
    fn only_fixtures<M: rmcp::model::ConstString>(&self) -> Result<(), ErrorData> {
        if self.fixtures.is_some() { Ok(()) } else { Err(ErrorData::method_not_found::<M>()) }
    }
}
