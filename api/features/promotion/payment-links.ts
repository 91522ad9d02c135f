import { formatNaira } from '@adire/contract/money.ts'
import { promotionLimits } from '@adire/contract/promotion.ts'
import { and, desc, eq, ne } from 'drizzle-orm'
import { webhookUrlError } from '../../connectors/webhook-post.ts'
import type { Tx } from '../../database/connect.ts'
import { findTakenNames } from '../../database/public-names.ts'
import { files } from '../../files/tables.ts'
import { formatInstant } from '../../lagos.ts'
import { createPaymentLinkHandler } from '../payment-links/create.ts'
import { publishPaymentLinkHandler } from '../payment-links/payment-links.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { updatePaymentLinkHandler } from '../payment-links/update.ts'
import { splits } from '../splits/tables.ts'
import { plans } from '../subscriptions/tables.ts'
import { copyLinkPicture, setLinkPicture } from './link-picture.ts'
import type { Promotable, Promotion, PromotionContext, Reference, Selection } from './promotable.ts'
import { isSelected } from './selected.ts'
import { describeMetadata, describePicture, yesOrNo } from './shown.ts'

type Link = typeof paymentLinks.$inferSelect
interface PromotableLink extends Promotable {
  content: Omit<Link, 'merchantId' | 'id' | 'slug' | 'closedMessage' | 'createdAt'>
  slug: string
  plan: Reference | undefined
  split: Reference | undefined
}

async function loadLinks(tx: Tx, merchantId: string, selection: Selection = {}): Promise<PromotableLink[]> {
  const rows = await tx
    .select({
      link: paymentLinks,
      planName: plans.name,
      splitName: splits.name,
      picture: { name: files.name, bytes: files.bytes },
    })
    .from(paymentLinks)
    .leftJoin(plans, and(eq(plans.merchantId, paymentLinks.merchantId), eq(plans.id, paymentLinks.planId)))
    .leftJoin(splits, and(eq(splits.merchantId, paymentLinks.merchantId), eq(splits.id, paymentLinks.splitId)))
    .leftJoin(files, and(eq(files.merchantId, paymentLinks.merchantId), eq(files.id, paymentLinks.pictureFileId)))
    .where(and(isSelected(paymentLinks, paymentLinks.name, merchantId, selection), ne(paymentLinks.status, 'archived')))
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(promotionLimits.compared + 1)
  return rows.map(toPromotable)
}

interface LinkRow {
  link: Link
  planName: string | null
  splitName: string | null
  picture: { name: string; bytes: number } | null
}

function toPromotable({ link, planName, splitName, picture }: LinkRow): PromotableLink {
  const { merchantId: _, id, slug, closedMessage: __, createdAt: ___, ...content } = link
  const { planId, splitId } = content
  return {
    id,
    name: link.name,
    key: link.name,
    content,
    slug,
    plan: planId ? { kind: 'plan', testId: planId, name: planName ?? '' } : undefined,
    split: splitId ? { kind: 'split', testId: splitId, name: splitName ?? '' } : undefined,
    shown: {
      Name: link.name,
      Description: link.description,
      Plan: planName,
      Amount: link.amountKobo !== null ? formatNaira(link.amountKobo) : planId ? null : 'The payer chooses',
      'Minimum amount': link.minimumKobo === null ? null : formatNaira(link.minimumKobo),
      'Fee paid by': link.feeBearer === 'merchant' ? 'The business' : 'The payer',
      Split: splitName,
      Questions: describeQuestions(link),
      'Asks for a phone number': yesOrNo(link.collectPhone),
      Closes: link.expiresAt && formatInstant(link.expiresAt),
      Quantity: link.quantity && `${link.quantity.minimum} to ${link.quantity.maximum}`,
      [link.quantity ? 'Units' : 'Payments']: link.paymentLimit === null ? 'No limit' : `At most ${link.paymentLimit}`,
      'Redirect after payment': link.redirectUrl,
      'Message after payment': link.successMessage,
      'Notified email': link.notificationEmail,
      Picture: picture && describePicture(picture),
      'Text for the picture': link.pictureAltText,
      Metadata: describeMetadata(link.metadata),
      Published: yesOrNo(link.status === 'active'),
    },
  }
}

const describeQuestions = ({ customFields }: Link) =>
  customFields
    .map(({ label, type, required, choices }) => {
      const kind = type === 'choice' ? choices.join(' / ') : type
      return `${label} (${kind}${required ? ', required' : ''})`
    })
    .join(', ') || null

function findObstacle(now: Date, { content: { expiresAt, redirectUrl } }: PromotableLink): string | undefined {
  if (expiresAt && expiresAt <= now) return 'It has closed. Choose a later time in Test Mode first.'
  const urlError = redirectUrl && webhookUrlError(new URL(redirectUrl), false)
  return urlError ? `Redirect after payment: ${urlError}` : undefined
}

/** The address of a page is unique in both modes: the live page of `ankara` is `ankara-live`. */
async function findFreeSlug(tx: Tx, slug: string): Promise<string> {
  const base = `${slug.slice(0, 48)}-live`
  const candidates = [base, ...Array.from({ length: 48 }, (_, index) => `${base}-${index + 2}`)]
  const taken = await findTakenNames(tx, 'payment_link', candidates)
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${base}-${crypto.randomUUID().slice(0, 8)}`
}

/** Fields that a link is created with and edited with. */
async function toFields(context: PromotionContext, { content, split }: PromotableLink) {
  const { planId: _, splitId: __, pictureFileId: ___, status: ____, ...values } = content
  return {
    ...values,
    description: values.description ?? '',
    amountKobo: values.amountKobo ?? undefined,
    expiresAt: values.expiresAt?.toISOString() ?? null,
    splitId: split ? await context.findLiveId(split) : null,
  }
}

async function complete(context: PromotionContext, id: string, link: PromotableLink) {
  await setLinkPicture(context, id, link.content.pictureFileId)
  await publishPaymentLinkHandler(context, { id, published: link.content.status === 'active' })
  return { id }
}

export const paymentLinkPromotion: Promotion<PromotableLink> = {
  kind: 'payment_link',
  load: loadLinks,
  referencesOf: ({ plan, split }) => [plan, split].filter((reference) => reference !== undefined),
  findObstacle: ({ now }, link) => findObstacle(now, link),
  copyFile: copyLinkPicture,
  async add(context, link) {
    const planId = link.plan && (await context.findLiveId(link.plan))
    const { id } = await createPaymentLinkHandler(context, {
      ...(await toFields(context, link)),
      slug: await findFreeSlug(context.tx, link.slug),
      planId,
    })
    return complete(context, id, link)
  },
  async update(context, link, { id }) {
    await updatePaymentLinkHandler(context, { id, ...(await toFields(context, link)) })
    return complete(context, id, link)
  },
}
