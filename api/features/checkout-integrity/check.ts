import { createHash } from 'node:crypto'
import { brandStylesheetPath, type HexColor } from '@adire/contract/brand-color.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { brandStyle } from '../checkout/brand-stylesheet.ts'
import { merchants } from '../merchants/tables.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { compareCheckout } from './compare.ts'
import { type InventoryFile, readInventory } from './inventory.ts'
import { checkoutChecks } from './tables.ts'

/** How long the record of a check is kept, in ms: assessors ask for a year. */
const keptMs = 400 * dayMs

export interface CheckSource {
  config: ApiConfig
  write<T>(callback: (context: Context) => Promise<T>): Promise<T>
}

/**
 * Path of a payment page to check, and the stylesheet of its business: an open link, of live mode if there is one. Without any link, the
 * page of an unknown one.
 */
async function findPage(tx: Tx): Promise<{ path: string; ofBusiness: InventoryFile[] }> {
  const [found] = await tx
    .select({ slug: paymentLinks.slug, brandColor: merchants.brandColor })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .where(and(eq(paymentLinks.status, 'active'), isNull(paymentLinks.planId), isNull(paymentLinks.expiresAt)))
    .orderBy(asc(merchants.mode), asc(paymentLinks.id))
    .limit(1)
  return {
    path: `/pay/page/${found?.slug ?? 'no-such-page'}`,
    ofBusiness: found?.brandColor ? [brandStylesheet(found.brandColor)] : [],
  }
}

function brandStylesheet(color: HexColor): InventoryFile {
  const style = brandStyle(color)
  const sha256 = createHash('sha256').update(style).digest('hex')
  return { path: brandStylesheetPath(color), bytes: Buffer.byteLength(style), sha256 }
}

/** Compares the checkout at the public URL with the inventory of this version. Returns the differences. */
export async function checkCheckout({ config, write }: CheckSource): Promise<string[]> {
  const { path, ofBusiness } = await write(({ tx }) => findPage(tx))
  const inventory = await readInventory(config)
  const styles = [...inventory.styles, ...ofBusiness]
  return compareCheckout({ ...inventory, styles }, { publicUrl: config.publicUrl, path })
}

/**
 * Stores the first check of a day. Two processes that check on one day store one result. Returns whether it has to be
 * confirmed.
 */
export async function storeCheck({ tx, now }: Context, differences: string[]): Promise<boolean> {
  const status = differences.length > 0 ? 'suspected' : 'unchanged'
  const [stored] = await tx
    .insert(checkoutChecks)
    .values({ day: lagosDay(now), status, differences, checkedAt: now })
    .onConflictDoNothing()
    .returning()
  await tx.delete(checkoutChecks).where(lt(checkoutChecks.checkedAt, new Date(now.getTime() - keptMs)))
  return stored?.status === 'suspected'
}

/**
 * Stores the second check of a day that was suspected, and emails the operator if the checkout still differs. Returns whether it
 * does; once per day.
 */
export async function confirmCheck(context: Context, day: string, differences: string[]): Promise<boolean> {
  const { tx, now } = context
  const status = differences.length > 0 ? 'changed' : 'unchanged'
  const [stored] = await tx
    .update(checkoutChecks)
    .set({ status, checkedAt: now, ...(status === 'changed' && { differences }) })
    .where(and(eq(checkoutChecks.day, day), eq(checkoutChecks.status, 'suspected')))
    .returning()
  if (stored?.status !== 'changed') return false
  await emailOperator(
    context,
    {
      title: 'The checkout differs from its inventory',
      text: 'Its scripts or headers are not those of this version, now and an hour ago. Until you know why, treat it as an attack: run "npm run operator -- checkout check", and follow docs/card-security.md.',
      rows: differences.slice(0, 10).map((text, index): [string, string] => [String(index + 1), text]),
    },
    `checkout-changed:${day}`,
  )
  return true
}

/** Result of the last check, for monitors. `unchecked`: there is none yet. */
export async function findCheckoutState(tx: Tx) {
  const [last] = await listChecks(tx, 1)
  return last?.status ?? 'unchecked'
}

/** Most days that are listed. */
const maxDays = 100

/** The newest checks, newest first. */
export const listChecks = (tx: Tx, limit = maxDays) =>
  tx.select().from(checkoutChecks).orderBy(desc(checkoutChecks.day)).limit(limit)
