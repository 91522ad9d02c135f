import type { Endpoint } from '../endpoint.ts'
import { listEndpoints } from '../endpoints.ts'
import * as staff from './staff.ts'
import * as staffAudit from './staff-audit.ts'

/** Endpoints of the back office by area and name. They are in neither the API reference nor the clients of merchants. */
export const backOfficeAreas = { staff, staffAudit }

/** Every endpoint of the back office by name. */
export const allStaffEndpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(backOfficeAreas).flatMap(listEndpoints),
)
