import { readFileSync } from 'node:fs'
import type { SpecificationMutant } from './mutant.ts'

// Mutants generated from the constants of the contract: each text loses its last character, each number changes by one.

const tests = ['checks/specification.test.ts']
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

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
