import type { Mode } from '@adire/contract/call.ts'
import { type StaffRole, staffRolePermissions } from '@adire/contract/staff-permissions.ts'
import { lt } from 'drizzle-orm'
import type { Database, Tx } from '../../database/connect.ts'
import { deleteMerchantPortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { merchantViews } from './tables.ts'

/** A running view of a dashboard by a person of the provider. */
export interface ViewState {
  merchantId: string
  mode: Mode
  userId: string
  email: string
}

export interface ViewKey {
  id: string
  /** Its business. */
  merchantId: string
}

/** Undefined when the view has expired, or the person may not view dashboards any more. Not cached: a deactivation ends it at once. */
export async function findViewState(
  database: Database,
  { id, merchantId }: ViewKey,
  now: Date,
): Promise<ViewState | undefined> {
  return database.readPrimary(async (tx) => {
    const { rows } = await tx.$client.query<ViewState & { role: StaffRole }>({
      name: 'view_state',
      text: `select view.merchant_id as "merchantId", business.mode, view.user_id as "userId", owner.email, person.role
             from merchant_views view
             join merchants business on business.id = view.merchant_id
             join users owner on owner.id = view.user_id
             join staff person on person.id = view.staff_id and person.deactivated_at is null
             where view.merchant_id = $3 and view.id = $1
               and view.opened_at is not null and view.expires_at > $2`,
      values: [id, now, merchantId],
    })
    const found = rows[0]
    return found && staffRolePermissions[found.role].includes('merchants.impersonate') ? found : undefined
  })
}

/** Purges one portion of the views that expired 90 days ago. Returns the number of deleted rows. */
export const purgeMerchantViews = (tx: Tx, now: Date): Promise<number> =>
  deleteMerchantPortion(tx, merchantViews, lt(merchantViews.expiresAt, retentionStart(now)))
