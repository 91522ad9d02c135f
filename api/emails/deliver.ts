import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiConfig } from '../config.ts'
import type { EmailMessage } from './mail.ts'

export const mailFolder = (config: ApiConfig) => join(config.dataDir, 'mail')

/** A mail as the mailbox page shows it, beside the `.eml` that any mail program opens. */
export interface FiledMail extends EmailMessage {
  at: string
}

/** Emails hold links that open accounts. */
const ownerOnly = { mode: 0o600 }

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** In a header, mail programs decode `=?utf-8?q?...?=`: what somebody typed would then read as any text they like. */
const withoutEncodedWords = (text: string) => text.replaceAll('=?', '= ?')

/** Sends by `SMTP_URL`; without one, files the mail under the data directory. Throws when the mail server refuses. */
export async function deliverEmail(config: ApiConfig, mail: EmailMessage, now: Date): Promise<void> {
  // Read when the first mail leaves: until then it would be 4 MB of nothing.
  const { createTransport } = await import('nodemailer')
  const message = {
    from: { name: config.brand.name, address: config.mailFrom },
    ...mail,
    subject: withoutEncodedWords(mail.subject),
    ...(mail.replyTo && { replyTo: { ...mail.replyTo, name: withoutEncodedWords(mail.replyTo.name) } }),
    date: now,
  }
  if (config.smtpUrl) {
    const transport = createTransport({ url: config.smtpUrl, ...limits })
    await transport.sendMail(message)
    transport.close()
    return
  }
  const { message: eml } = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(
    message,
  )
  const folder = mailFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = join(folder, `${now.toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}`)
  await writeFile(`${name}.eml`, eml as Buffer, ownerOnly)
  const filed: FiledMail = { ...mail, at: now.toISOString() }
  await writeFile(`${name}.tmp`, JSON.stringify(filed), ownerOnly)
  await rename(`${name}.tmp`, `${name}.json`)
}
