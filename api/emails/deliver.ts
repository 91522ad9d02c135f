import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiConfig } from '../config.ts'
import { emailSent } from '../metrics/measurements.ts'
import type { EmailMessage } from './mail.ts'

export const mailFolder = (config: ApiConfig) => join(config.dataDir, 'mail')

/** An email stored for the mailbox page, beside an `.eml` file for mail programs. */
export interface FiledMail extends EmailMessage {
  at: string
}

/** File mode: emails contain links that give access to accounts. */
const ownerOnly = { mode: 0o600 }

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Breaks up encoded words (`=?utf-8?q?...?=`), which mail programs decode in headers: user input could show any text. */
const withoutEncodedWords = (text: string) => text.replaceAll('=?', '= ?')

/**
 * Sends an email by `SMTP_URL`; without it, writes the email to files in the data directory.
 * @throws the error of the mail server
 */
export async function deliverEmail(config: ApiConfig, mail: EmailMessage, now: Date): Promise<void> {
  try {
    await sendEmail(config, mail, now)
    emailSent.record({ outcome: 'sent' })
  } catch (error) {
    emailSent.record({ outcome: 'failed' })
    throw error
  }
}

async function sendEmail(config: ApiConfig, mail: EmailMessage, now: Date): Promise<void> {
  // Loaded at the first email, because it takes 4 MB.
  const { createTransport } = await import('nodemailer')
  const { fromName = config.brand.name, ...content } = mail
  const message = {
    from: { name: withoutEncodedWords(fromName), address: config.mailFrom },
    ...content,
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
