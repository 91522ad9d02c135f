import {
  blacklistCustomer,
  createCustomer,
  downloadCustomers,
  eraseCustomer,
  exportCustomer,
  getCustomer,
  listCustomers,
  searchCustomers,
  unblacklistCustomer,
  updateCustomer,
} from '@adire/contract/customers.ts'
import { and, eq } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { answer, answerDownload } from '../../http/answer.ts'
import { blacklist, unblacklist } from './blacklist.ts'
import { by, create, emitCustomer, tell, update } from './change.ts'
import { exportAll, get } from './detail.ts'
import { erase } from './erase.ts'
import { download, list } from './list.ts'
import { customers } from './tables.ts'

export { by } from './change.ts'

export const routes = [
  answer(listCustomers, list),
  answer(searchCustomers, list),
  answerDownload(downloadCustomers, download),
  answer(createCustomer, create),
  answer(getCustomer, get),
  answer(updateCustomer, update),
  answer(blacklistCustomer, blacklist),
  answer(unblacklistCustomer, unblacklist),
  answer(exportCustomer, exportAll),
  answer(eraseCustomer, erase),
]

export { emitCustomer } from './change.ts'

/** Whether a business takes no more payments from an address. */
export async function isBlacklisted(tx: Tx, merchantId: string, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ status: customers.status })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, email)))
  return found?.status === 'blacklisted'
}

/** The id of a customer by address; one the business does not know yet is added, under the name given. */
export const findOrAddCustomer = (context: MerchantContext, who: { email: string; name: string | null }) =>
  findOrAdd(context, { ...who, merchantId: context.merchant.id, text: `Added by ${by(context)}` })

/** The same of one who says so herself; `text` is what the timeline then begins with. */
export async function findOrAdd(
  context: Context,
  { merchantId, email, name, text }: { merchantId: string; email: string; name: string | null; text: string },
): Promise<string> {
  const { tx, now } = context
  const [firstName = null, ...others] = name?.split(/\s+/) ?? []
  const [added] = await tx
    .insert(customers)
    .values({ merchantId, email, firstName, lastName: others.join(' ') || null, createdAt: now })
    .onConflictDoNothing({ target: [customers.merchantId, customers.email] })
    .returning({ id: customers.id })
  if (added) {
    await tell({ tx, now, merchant: { id: merchantId } }, added.id, 'added', text)
    await emitCustomer(context, merchantId, added.id)
    return added.id
  }
  const [known] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, email)))
  return known!.id
}
