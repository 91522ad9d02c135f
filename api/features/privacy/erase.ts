import { type eraseCustomer, erasedEmail } from '@adire/contract/customers.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import type { Person } from '../../personal-data.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { appendCustomerEvent } from '../customers/change.ts'
import { retrieveCustomer } from '../customers/list.ts'
import { customers } from '../customers/tables.ts'
import { personalData } from './parts.ts'

/**
 * Erases the customer's personal data. Amounts are kept for accounting.
 * @throws 404 customer_not_found; 409 while something of the customer is open; 422 on `email`
 */
export async function eraseCustomerHandler(context: MemberContext, { id, email }: ParsedInput<typeof eraseCustomer>) {
  const { tx, merchant, now } = context
  const [customer] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id), isNull(customers.erasedAt)))
    .for('update')
  if (!customer) throw problem.notFound('customer')
  if (customer.email !== email) throw problem.field('email', 'This is not the email of this customer')
  const placeholder = erasedEmail(id)
  const person = { merchantId: merchant.id, customerId: id, email, placeholder, erasedAt: now }
  await requireNothingOpen(tx, person)
  for (const { erase } of personalData) await erase(tx, person)
  // Erasing has locked everything of the customer, and waited for what began meanwhile, such as a refund. It has the placeholder now.
  await requireNothingOpen(tx, { ...person, email: placeholder })
  await appendCustomerEvent(context, id, 'erased', 'Erased; amounts stay in the ledger')
  await recordAuditEvent(context, { action: 'customer.erased', object: placeholder })
  return retrieveCustomer(context, id)
}

async function requireNothingOpen(tx: Tx, person: Person): Promise<void> {
  for (const { findObstacle } of personalData) {
    const obstacle = await findObstacle?.(tx, person)
    if (obstacle) throw obstacle
  }
}
