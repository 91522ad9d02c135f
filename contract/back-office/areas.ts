import type { Endpoint } from '../endpoint.ts'
import { listEndpoints } from '../endpoints.ts'
import * as approvals from './approvals.ts'
import * as merchants from './merchants.ts'
import * as money from './money.ts'
import * as payments from './payments.ts'
import * as review from './review.ts'
import * as risk from './risk.ts'
import * as staff from './staff.ts'
import * as staffAudit from './staff-audit.ts'
import * as staffPasskeys from './staff-passkeys.ts'
import * as system from './system.ts'

/** Endpoints of the back office by area and name. They are in neither the API reference nor the clients of merchants. */
export const backOfficeAreas = {
  review,
  merchants,
  payments,
  money,
  system,
  risk,
  approvals,
  staff,
  staffPasskeys,
  staffAudit,
}

/** Every endpoint of the back office by name. */
export const allStaffEndpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(backOfficeAreas).flatMap(listEndpoints),
)
