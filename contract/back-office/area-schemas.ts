import type { SchemasOfArea } from '../schemas.ts'
import * as approvals from './approvals-schemas.ts'
import type { backOfficeAreas } from './areas.ts'
import * as merchants from './merchants-schemas.ts'
import * as money from './money-schemas.ts'
import * as payments from './payments-schemas.ts'
import * as review from './review-schemas.ts'
import * as risk from './risk-schemas.ts'
import * as staffAudit from './staff-audit-schemas.ts'
import * as staffPasskeys from './staff-passkeys-schemas.ts'
import * as staff from './staff-schemas.ts'
import * as system from './system-schemas.ts'

/** All schemas of the back office by area and name. */
export const backOfficeSchemas: {
  [Area in keyof typeof backOfficeAreas]: SchemasOfArea<(typeof backOfficeAreas)[Area]>
} = { review, merchants, payments, money, system, risk, approvals, staff, staffPasskeys, staffAudit }
