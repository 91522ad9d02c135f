import * as audit from '@adire/contract/audit.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { downloadAuditEventsHandler, listAuditActorsHandler, listAuditEventsHandler } from './list.ts'
import { verifyAuditLogHandler } from './verify.ts'

export const auditRoutes = [
  route(audit.listAuditEvents, listAuditEventsHandler),
  route(audit.listAuditActors, listAuditActorsHandler),
  route(audit.verifyAuditLog, verifyAuditLogHandler),
  ...tableRoutes(audit.downloadAuditEvents, audit.downloadAuditEventsXlsx, downloadAuditEventsHandler),
]
