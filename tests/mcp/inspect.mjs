// The official Inspector's command line: lists the tools strictly and calls each of them.
// inspect.mjs INSPECTOR TARGET...: a URL, or a command with its arguments.
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [inspector, ...target] = process.argv.slice(2)
const catalog = join(mkdtempSync(join(tmpdir(), 'inspector-')), 'mcp.json')

// What each tool is called with. A tool that is listed and not named here is a failure.
const document = { id: 'd1', text: 'Статья 1. Предмет\nНастоящие правила действуют с 2026 года.' }
const calls = {
  classify_intent: { query: 'Какой срок исковой давности по договору аренды?' },
  retrieve_legal_sources: { context: { search_hints: ['штабель'], jurisdiction: 'RU' } },
  extract_document_sections: { documents: [document] },
  analyze_legal_patterns: { documents: [document] },
  validate_response: { answer: 'Ответ без цитат.', sources: [] },
  get_legal_advice: { query: 'Можно ли уменьшить неустойку?' },
  search_corpus: { query: 'высота штабеля' },
  search_documents: { query: 'высота штабеля' },
  get_provision: { address: 'Правила складов ст. 4' },
  validate_citation: { address: 'Правила складов ст. 4' },
  list_sources: {},
  ask_norms: { question: 'Какая высота штабеля?' },
  // The Inspector reads a bare «1» as a number.
  compare_editions: {
    document: 'Правила складов',
    from: 'demo.warehouse.rules@1-ia-redaktsiia',
    to: 'demo.warehouse.rules@2-ia-redaktsiia',
  },
}

function ask(...parameters) {
  // A started program gets no variables but those that are named.
  const named = ['LEGALAGI_LLM', 'LEGALAGI_DATABASE_URL', 'RUST_LOG'].filter((name) => process.env[name])
  const environment = target[0].startsWith('http') ? [] : named.flatMap((name) => ['-e', `${name}=${process.env[name]}`])
  const args = ['--cli', ...environment, ...target, ...parameters]
  const options = { env: { ...process.env, MCP_CATALOG_PATH: catalog }, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }
  return new Promise((done) => {
    execFile(inspector, args, options, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }))
  })
}

let failures = 0
function check(what, right, more) {
  if (right) return
  failures += 1
  console.error(`FAILED: ${what}\n${more ?? ''}`)
}

function parsed(what, answer) {
  try {
    return JSON.parse(answer.stdout)
  } catch {
    check(`${what}: JSON`, false, answer.stdout + answer.stderr)
    return {}
  }
}

const listed = await ask('--method', 'tools/list', '--strict')
check('tools/list --strict', listed.code === 0, listed.stderr)
const tools = parsed('tools/list', listed).tools ?? []
for (const name of Object.keys(calls)) {
  check(`${name} is listed`, tools.some((tool) => tool.name === name))
}
for (const tool of tools) {
  check(`${tool.name} has arguments in this file`, tool.name in calls)
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  check(`${tool.name} only reads`, readOnlyHint === true && destructiveHint === false)
  const given = Object.entries(calls[tool.name] ?? {}).map(([key, value]) => {
    return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  const argument = given.length > 0 ? ['--tool-arg', ...given] : []
  const answer = await ask('--method', 'tools/call', '--tool-name', tool.name, ...argument)
  const result = parsed(tool.name, answer)
  const twin = JSON.parse(result.content?.[0]?.text ?? '0')
  const content = result.structuredContent ?? twin
  check(`${tool.name} answers`, !result.isError && Object.keys(content).length > 0, answer.stdout + answer.stderr)
  check(`${tool.name} has a text twin`, JSON.stringify(twin) === JSON.stringify(content))
  check(`${tool.name} carries its envelope`, typeof result._meta?.trace_id === 'string', answer.stdout)
}
for (const [method, key] of [['prompts/list', 'prompts'], ['resources/templates/list', 'resourceTemplates']]) {
  const answer = await ask('--method', method)
  check(method, (parsed(method, answer)[key] ?? []).length > 0, answer.stdout + answer.stderr)
}
console.log(`Inspector: ${tools.length} tools listed and called (${target[0]}), ${failures} failures`)
process.exit(failures === 0 ? 0 : 1)
