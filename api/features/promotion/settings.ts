import { describePayoutSchedule, type PayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { journalAccountKeys, journalAccounts } from '@adire/contract/reports.ts'
import type { JournalAccounts } from '@adire/contract/reports-schemas.ts'
import { usualRetryDays } from '@adire/contract/retry-settings.ts'
import type { RetrySettings } from '@adire/contract/retry-settings-schemas.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { files } from '../../files/tables.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { usualPrefix } from '../invoices/move.ts'
import { getInvoiceNumberingHandler, updateInvoiceNumberingHandler } from '../invoices/numbers.ts'
import { invoiceCounters } from '../invoices/tables.ts'
import { findCategory, nigeriaId, statesOfCountry } from '../lookups/lookups.ts'
import { lockLogoFile, replaceLogo } from '../merchants/logos.ts'
import { merchants } from '../merchants/tables.ts'
import { loadJournalAccounts, updateJournalAccountsHandler } from '../reports/journal-accounts.ts'
import { findPayoutSchedule, updatePayoutScheduleHandler } from '../settlements/payout-schedule.ts'
import { findRetrySettings, updateRetrySettingsHandler } from '../subscriptions/retry-settings.ts'
import {
  changedSinceReview,
  type Promotable,
  type Promotion,
  type PromotionContext,
  PromotionObstacle,
  type Selection,
} from './promotable.ts'
import { describePicture } from './shown.ts'

/** Settings have the id of their business, and are compared with those of the other mode. */
const settingKey = 'setting'
const isSelected = (merchantId: string, { ids }: Selection = {}) => !ids || ids.includes(merchantId)

const findBusiness = async (tx: Tx, merchantId: string) =>
  (await tx.select().from(merchants).where(eq(merchants.id, merchantId)))[0]!

type Business = typeof merchants.$inferSelect
type Profile = Pick<
  Business,
  | 'businessDescription'
  | 'businessPhone'
  | 'businessEmail'
  | 'supportEmail'
  | 'chargebackEmail'
  | 'categoryId'
  | 'stateId'
  | 'city'
  | 'postalCode'
  | 'streetAddress'
  | 'brandColor'
>

/** Without the name, registration number and tax ID: Live Mode has those that were reviewed. */
export const profilePromotion: Promotion<Promotable & { content: Profile }> = {
  kind: 'business_profile',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const business = await findBusiness(tx, merchantId)
    const { businessDescription, businessPhone, businessEmail, supportEmail, chargebackEmail } = business
    const { categoryId, stateId, city, postalCode, streetAddress, brandColor } = business
    const contacts = { businessDescription, businessPhone, businessEmail, supportEmail, chargebackEmail }
    return [
      {
        id: merchantId,
        name: 'Business profile',
        key: settingKey,
        content: { ...contacts, categoryId, stateId, city, postalCode, streetAddress, brandColor },
        shown: {
          Description: businessDescription,
          Category: categoryId === null ? null : (findCategory(categoryId)?.name ?? null),
          Phone: businessPhone,
          'Contact email': businessEmail,
          'Support email': supportEmail,
          'Chargeback email': chargebackEmail,
          'Street address': streetAddress,
          City: city,
          State: statesOfCountry(nigeriaId).find(({ id }) => id === stateId)?.name ?? null,
          'Postal code': postalCode,
          'Brand colour': brandColor,
        },
      },
    ]
  },
  add: (context, profile) => setProfile(context, profile.content),
  update: (context, profile) => setProfile(context, profile.content),
}

async function setProfile(context: PromotionContext, profile: Profile) {
  const { tx, merchant } = context
  const before = await findBusiness(tx, merchant.id)
  await tx.update(merchants).set(profile).where(eq(merchants.id, merchant.id))
  const changes = changesBetween(before, profile)
  if (changes) await recordAuditEvent(context, { action: 'merchant.updated', object: before.businessName, ...changes })
  return { id: merchant.id }
}

/** Both modes then use one file; `replaceLogo` deletes it when neither does. */
export const logoPromotion: Promotion<Promotable & { content: string }> = {
  kind: 'logo',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const { logoFileId } = await findBusiness(tx, merchantId)
    const [file] = logoFileId ? await tx.select().from(files).where(eq(files.id, logoFileId)) : []
    if (!logoFileId || !file) return []
    const shown = { Picture: describePicture(file) }
    return [{ id: merchantId, name: 'Logo', key: settingKey, content: logoFileId, shown }]
  },
  add: (context, logo) => setLogo(context, logo.content),
  update: (context, logo) => setLogo(context, logo.content),
}

async function setLogo(context: PromotionContext, fileId: string) {
  // Another request may have replaced the logo of Test Mode, and deleted its file, since it was compared.
  if (!(await lockLogoFile(context.tx, fileId))) throw new PromotionObstacle(changedSinceReview)
  await replaceLogo(context, fileId)
  await recordAuditEvent(context, { action: 'logo.updated' })
  return { id: context.merchant.id }
}

/** The prefix alone: each mode counts its own invoices. */
export const invoiceNumbersPromotion: Promotion<Promotable & { content: string }> = {
  kind: 'invoice_numbers',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const [counter] = await tx.select().from(invoiceCounters).where(eq(invoiceCounters.merchantId, merchantId))
    const prefix = counter?.prefix ?? usualPrefix
    const isDefault = prefix === usualPrefix
    const setting = { id: merchantId, name: 'Invoice numbers', key: settingKey, content: prefix, isDefault }
    return [{ ...setting, shown: { Prefix: prefix } }]
  },
  add: (context, numbers) => setPrefix(context, numbers.content),
  update: (context, numbers) => setPrefix(context, numbers.content),
}

async function setPrefix(context: PromotionContext, prefix: string) {
  const { nextNumber } = await getInvoiceNumberingHandler(context)
  await updateInvoiceNumberingHandler(context, { prefix, nextNumber })
  return { id: context.merchant.id }
}

export const journalPromotion: Promotion<Promotable & { content: JournalAccounts }> = {
  kind: 'journal_accounts',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const accounts = await loadJournalAccounts({ tx, merchant: { id: merchantId } })
    const texts = (of: JournalAccounts) => journalAccountKeys.map((key) => `${of[key].code} ${of[key].name}`)
    const shown = Object.fromEntries(texts(accounts).map((text, index) => [texts(journalAccounts)[index]!, text]))
    const isDefault = Object.entries(shown).every(([usual, text]) => usual === text)
    return [{ id: merchantId, name: 'Journal accounts', key: settingKey, content: accounts, shown, isDefault }]
  },
  add: (context, accounts) => setAccounts(context, accounts.content),
  update: (context, accounts) => setAccounts(context, accounts.content),
}

async function setAccounts(context: PromotionContext, accounts: JournalAccounts) {
  await updateJournalAccountsHandler(context, { accounts })
  return { id: context.merchant.id }
}

/** Which working days payouts are made on. The delay and the reserve were agreed with the provider and stay. */
export const payoutSchedulePromotion: Promotion<Promotable & { content: PayoutSchedule }> = {
  kind: 'payout_schedule',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const schedule = await findPayoutSchedule(tx, merchantId)
    const shown = { Payouts: describePayoutSchedule(schedule) }
    const isDefault = schedule.interval === 'daily'
    return [{ id: merchantId, name: 'Payout schedule', key: settingKey, content: schedule, shown, isDefault }]
  },
  add: (context, schedule) => setPayoutSchedule(context, schedule.content),
  update: (context, schedule) => setPayoutSchedule(context, schedule.content),
}

async function setPayoutSchedule(context: PromotionContext, schedule: PayoutSchedule) {
  await updatePayoutScheduleHandler(context, schedule)
  return { id: context.merchant.id }
}

export const retryPromotion: Promotion<Promotable & { content: RetrySettings }> = {
  kind: 'retry_settings',
  isSetting: true,
  async load(tx, merchantId, selection) {
    if (!isSelected(merchantId, selection)) return []
    const settings = await findRetrySettings(tx, merchantId)
    const { retryDays, afterFailure } = settings
    const shown = {
      'Tried again after': retryDays.length === 0 ? null : `${retryDays.join(', ')} days`,
      'After the last attempt': afterFailure === 'cancel' ? 'Ends' : 'Waits for a new card',
    }
    const isDefault = afterFailure === 'cancel' && retryDays.join() === usualRetryDays.join()
    return [{ id: merchantId, name: 'Retries of failed charges', key: settingKey, content: settings, shown, isDefault }]
  },
  add: (context, retries) => setRetries(context, retries.content),
  update: (context, retries) => setRetries(context, retries.content),
}

async function setRetries(context: PromotionContext, settings: RetrySettings) {
  await updateRetrySettingsHandler(context, settings)
  return { id: context.merchant.id }
}
