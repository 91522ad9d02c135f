import { eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type EmailContent, type EmailMessage, renderEmail } from '../../emails/mail.ts'
import { merchants } from '../merchants/tables.ts'
import { toOpenUrl } from './open-url.ts'

type MemberEmail = Omit<EmailContent, 'subject' | 'preview' | 'business' | 'isUnverified' | 'action'> & {
  /** The button, with the path of the page of the dashboard that it opens. */
  action?: { label: string; path: string }
}

/** Renders an email to a member about a business, which it names: a person may be a member of several. Undefined if the business is gone. */
export async function renderMemberEmail(
  { tx }: Pick<Context, 'tx'>,
  config: ApiConfig,
  merchantId: string,
  { paragraphs, action, ...content }: MemberEmail,
): Promise<EmailMessage | undefined> {
  const [business] = await tx
    .select({ id: merchants.id, name: merchants.businessName, mode: merchants.mode })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  if (!business) return undefined
  const [preview] = paragraphs
  return renderEmail(config, {
    ...content,
    subject: `${content.heading} (${business.name})`,
    paragraphs: [`This is about ${business.name}.`, ...paragraphs],
    ...(preview !== undefined && { preview }),
    ...(action && { action: { label: action.label, url: toOpenUrl(config, business, action.path) } }),
  })
}
