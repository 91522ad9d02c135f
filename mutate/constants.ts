import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { specifiedCalls } from '../checks/specified-calls.ts'
import type { SpecificationMutant } from './mutant.ts'

// Mutants generated from the contract: each text loses its last character, each number changes by one, and each specified call gets
// another path.

const tests = ['checks/specification.test.ts']
const root = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The lines of an object literal that the specification defines. */
function listFixedLines(file: string, name: string): string[] {
  const source = read(file)
  const begin = source.indexOf(`export const ${name} = {`)
  const body = source.slice(begin, source.indexOf('} as const', begin)).split('\n').slice(1)
  const end = body.findIndex((line) => line.includes('// Our own'))
  return (end === -1 ? body : body.slice(0, end)).filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
}

/** Positions of the strings and numbers of a line, after its key. */
const constant = /(?<=[ [(])(?:'(?:[^'\\]|\\.)+'|"[^"]+"|`[^`]+`|\d[\d_]*)(?=[,\]) }])/g

function changeConstant(text: string): string[] {
  if (/^\d/.test(text)) {
    const value = Number(text.replaceAll('_', ''))
    return [String(value + 1), String(value - 1)]
  }
  const quote = text.at(-1)!
  return text.endsWith(`}${quote}`) ? [`\`x${text.slice(1)}`] : [text.slice(0, -2) + quote]
}

function listConstantMutants(file: string, name: string, item: string): SpecificationMutant[] {
  return listFixedLines(file, name).flatMap((line) =>
    [...line.matchAll(constant)].flatMap(({ 0: text, index }) =>
      changeConstant(text).map((changed) => ({
        name: `${name}: ${text} becomes ${changed}`,
        item,
        edits: [
          {
            file,
            find: `\n${line}\n`,
            replace: `\n${line.slice(0, index)}${changed}${line.slice(index + text.length)}\n`,
          },
        ],
        tests,
      })),
    ),
  )
}

export const constantMutants: readonly SpecificationMutant[] = [
  ...listConstantMutants('contract/messages.ts', 'messages', 'S8-05'),
  ...listConstantMutants('contract/limits.ts', 'limits', 'S9-02'),
]

/** "GET plans/{}" */
const specified = new Set(specifiedCalls.map((call) => call.replace(/^(\w+) \w+\/(\S+).*$/, '$1 $2')))
const methods: Record<string, string> = {
  get: 'GET',
  download: 'GET',
  post: 'POST',
  create: 'POST',
  put: 'PUT',
  del: 'DELETE',
}
const declaration = /export const (\w+) = (?:\w+\.)?(get|post|put|del|create|download)<[^>]*>\(\s*'([^']+)'/g

/** The item of a call, by its path. */
const itemsOfCalls: readonly [path: RegExp, item: string][] = [
  [/users\/verify-email/, 'S7.1-03'],
  [/users\/resend-verification-email/, 'S7.1-04'],
  [/users\/forgot-password/, 'S7.1-05'],
  [/users\/reset-password/, 'S7.1-06'],
  [/users\/change-password/, 'S7.1-07'],
  [/users\/validate-password/, 'S7.1-08'],
  [/logout/, 'S7.1-09'],
  [/\/users\//, 'S7.1-10'],
  [/merchant-categories|business-types/, 'S7.2-01'],
  [/mode-type/, 'S7.2-05'],
  [/merchants\/user|merchants$/, 'S7.2-02'],
  [/merchants\/:\w+\/(kyc|upload-kyc|bank-accounts)/, 'S7.2-04'],
  [/merchants/, 'S7.2-03'],
  [/^payments/, 'S7.3-01'],
  [/settlements/, 'S7.4-01'],
  [/^plans/, 'S7.5-01'],
  [/^subscribe/, 'S7.5-02'],
  [/^payment-links/, 'S7.5-03'],
  [/^invoice/, 'S7.5-04'],
  [/^customers/, 'S7.5-05'],
  [/^(countries|banks|currencies)/, 'S7.5-06'],
  [/^bank-accounts/, 'S7.5-07'],
  [/./, 'S7.5-08'],
]

const listCallMutants = (file: string): SpecificationMutant[] =>
  [...read(file).matchAll(declaration)]
    .filter(([, , helper, path]) => specified.has(`${methods[helper!]} ${path!.replace(/:\w+/g, '{}')}`))
    .map(([text, name, , path]) => ({
      name: `calls: ${name} has the path ${path}-`,
      item: itemsOfCalls.find(([pattern]) => pattern.test(path!))![1],
      edits: [{ file, find: text, replace: `${text.slice(0, -1)}-'` }],
      tests,
    }))

export const callMutants: readonly SpecificationMutant[] = globSync('contract/*.ts', { cwd: root })
  .filter((file) => !/-schemas|\.test/.test(file))
  .sort()
  .flatMap(listCallMutants)
