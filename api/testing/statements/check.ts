import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule } from 'libpg-query'
import { exceptions, exemptTables, publicNames } from './exceptions.ts'
import { findUnnamedUses, type UnnamedUse } from './find-unnamed.ts'

/**
 * The statements in the files of a folder that do not name their merchant and are no exception (decision 111), each as a text that says
 * what to do. It depends only on which statements were sent, not on their order or process.
 */
export async function checkStatements(folder: string): Promise<string[]> {
  await loadModule()
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const senders = new Map<string, string>(files.flat())
  const found = new Map<string, string>()
  for (const [text, sender] of senders)
    for (const { name, table } of usesIn(text))
      if (!Object.hasOwn(exemptTables, table) && !Object.hasOwn(exceptions, name) && !found.has(name))
        found.set(name, explain(name, sender, text))
  return [...found.values()]
}

/** A text that cannot be parsed is a use of its own, so that it fails with its sender. */
function usesIn(text: string): UnnamedUse[] {
  try {
    return findUnnamedUses(text, publicNames)
  } catch (error) {
    return [{ name: String(error), table: '' }]
  }
}

const explain = (name: string, sender: string, text: string) => `A statement does not name its merchant: ${name}
Sent by ${sender}:
  ${text.replace(/\s+/g, ' ').trim()}
Add a condition on merchant_id for each table that has it, also in joins and in queries within the statement. If it has to
concern all businesses, add '${name}' with the reason to api/testing/statements/exceptions.ts (decision 111).`
