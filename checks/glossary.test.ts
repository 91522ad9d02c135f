import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listFiles } from './files.ts'

/** Words that docs/glossary.md replaces, and their replacement. Names are read word by word: `cardChangeRefused` is "card change refused". */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\bsweep/, 'scheduled job'],
  [/\b(refus|unrefus)/, 'reject'],
  [/\bpromis(es|ed|ing)\b/, 'job, enqueue'],
  [/\b(said|hears?|heard)\b/, 'provider status, event'],
  [/\b(facts|folds?|folded|folding|unfolded)\b/, 'stats, deltas, roll up'],
  [/\b(books|gathers?|gathered|gathering|takings)\b/, 'ledger, create settlements, proceeds'],
  [/\b(own time|worlds?)\b/, 'business clock, wall clock'],
  [/\b(a|one|each|every|last|two|three|five|ten|count) (try|tries)\b|^tries$/, 'attempt'],
  [/\b(papers?|wanted|troubles?|troubled)\b/, 'document, checkout order, error'],
  [/\b(is|are|be|was|were|been) forgotten\b/, 'erase, purge'],
  [/\b(plays|played|fate|lent|doors?)\b/, 'simulate, outcome, advance, entry point'],
  [/\b(farewell|laid aside|timeless|livedbusiness|whoever)\b/, 'closed message, dismissed, clock-independent'],
  [/\b(paid by whom|priced channel|offline by)\b/, 'channel'],
]
const inProse: readonly (readonly [RegExp, string])[] = [
  [/(?<!third[ -]|[`?])\bpart(y|ies)\b(?!`)/, 'recipient'],
  [/\bfigures\b/, 'stats, amounts'],
  [/(?<!`)\bstanding\b/, 'status, session state'],
  [/\b(the house|house’s)\b/, 'platform account'],
]
const inNames: readonly (readonly [RegExp, string])[] = [
  [/^(in steps|work of|shape|desk|guests|letter|twin|use holder)$/, 'the word of the glossary'],
  [/\b(kept answer|open keeping|mandate said|lived business)\b/, 'the word of the glossary'],
  [/^(take|open|show|get|list|keep|hear|ask|tell|say|remove)\($/, 'a verb with its noun'],
  [/^most /, 'max: one word for a maximum'],
]

/** At most ten. Texts on screens and in emails are neither names nor comments: they are not read here. */
const exceptions: readonly { file?: string; text: string; reason: string }[] = [
  { text: 'refusal', reason: 'a public field of refunds stays' },
  { file: 'contract/error-codes.ts', text: 'refused', reason: 'public error codes stay' },
  { file: 'web/site/docs/error-actions.ts', text: 'refused', reason: 'public error codes stay' },
  { file: 'contract/error-codes.ts', text: 'paper not found', reason: 'a public error code stays' },
  { file: 'api/http/openapi-shared.ts', text: 'token refused', reason: 'a name in the public OpenAPI document stays' },
  {
    file: 'api/connectors/sandbox/tables.ts',
    text: 'offline by',
    reason: 'a column of the sandbox, which no other code names',
  },
  { file: 'api/database/migrate-names.test.ts', text: 'letter', reason: 'a value of a database before its migration' },
  { file: 'STYLE.md', text: 'processor said', reason: 'the example of the rule' },
]

const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const declared =
  /\b(?:function\*?|const|let|type|interface)\s+(\w+)|^\s*(?:readonly )?(\w+)\??(?::|,$|\()|[({,]\s*(\w+)\??(?:[:,)}]|\s*=[^=])/gm
const title = /^\s*(?:await )?(?:test|describe|test\.step)\(\s*(['"`].*)/gm
/** Functions of a module, which need a noun; a method or a local function has one by its object. */
const moduleFunction = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:\(|<|\w+ =>))/gm

const toWords = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean)!)

/** Comments, test titles and documents as lines; names of declarations, files and database columns as words. */
function readFile(file: string): { prose: string[]; names: string[] } {
  const text = readFileSync(file, 'utf8')
  const path = toWords(file.replace(/\.\w+$/, '')).split('/')
  if (file.endsWith('.md')) return { prose: text.split('\n'), names: path }
  const comments: string[] = []
  const isTable = /tables\.ts$/.test(file)
  const isProduct = /^(api|contract|web)\//.test(file) && !/\.test\.ts$/.test(file)
  const code = text.replace(token, (found) => {
    if (found.startsWith('/')) comments.push(...found.split('\n'))
    return isTable && /^'\w+'$/.test(found) ? `{ ${found.slice(1, -1)}: 0 }` : ''
  })
  return {
    prose: [...comments, ...all(text, title)].map((line) => line.toLowerCase()),
    names: [
      ...path,
      ...all(code, declared).map(toWords),
      ...(isProduct ? all(code, moduleFunction).map((name) => `${toWords(name)}(`) : []),
    ],
  }
}

test('replaced words of the glossary are in no name, comment, test title or document', () => {
  const files = listFiles('*.ts', '*.tsx', '*.mjs', 'docs/*.md', 'README.md', 'STYLE.md', 'bench/*.md').filter(
    (file) => !/\/migrations\/|^docs\/(specification|decisions|glossary)|^checks\/glossary/.test(file),
  )
  const used = new Set<string>()
  const found = files.flatMap((file) => {
    const { prose, names } = readFile(file)
    const search = (texts: string[], table: typeof everywhere) =>
      texts.flatMap((text) => {
        const row = table.find(([word]) => word.test(text))
        const exception = row && exceptions.find((one) => (one.file ?? file) === file && text.includes(one.text))
        if (exception) used.add(exception.text)
        return row && !exception ? [`${file}: "${text.trim()}" has a word that is replaced by: ${row[1]}`] : []
      })
    return [...search(prose, [...everywhere, ...inProse]), ...search(names, [...everywhere, ...inNames])]
  })
  assert.deepEqual(found, [])
  assert.ok(exceptions.length <= 10 && exceptions.every(({ text }) => used.has(text)), 'each exception is needed')
})
