import type { SchemasOfArea } from '../schemas.ts'
import type { backOfficeAreas } from './areas.ts'
import * as staffAudit from './staff-audit-schemas.ts'
import * as staff from './staff-schemas.ts'

/** All schemas of the back office by area and name. */
export const backOfficeSchemas: {
  [Area in keyof typeof backOfficeAreas]: SchemasOfArea<(typeof backOfficeAreas)[Area]>
} = { staff, staffAudit }
