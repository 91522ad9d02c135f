import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FiledMail, mailFolder } from '../emails/deliver.ts'
import type { TestApp } from './app.ts'

/** Emails sent to an address, oldest first. */
export async function mailsTo({ runtime }: TestApp, address: string): Promise<FiledMail[]> {
  const folder = mailFolder(runtime.config)
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name), 'utf8'))
  const mails = (await Promise.all(files)).map((text) => JSON.parse(text) as FiledMail)
  return mails.filter(({ to }) => to === address).sort((one, other) => (one.at < other.at ? -1 : 1))
}
