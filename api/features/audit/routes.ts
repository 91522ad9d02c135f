import {
  downloadAuditEvents,
  downloadAuditEventsXlsx,
  listAuditActors,
  listAuditEvents,
  verifyAuditLog,
} from '@adire/contract/audit.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { downloadAuditEventsHandler, listAuditActorsHandler, listAuditEventsHandler } from './list.ts'
import { verifyAuditLogHandler } from './verify.ts'

export const auditRoutes = [
  route(listAuditEvents, listAuditEventsHandler),
  route(listAuditActors, listAuditActorsHandler),
  route(verifyAuditLog, verifyAuditLogHandler),
  ...tableRoutes(downloadAuditEvents, downloadAuditEventsXlsx, downloadAuditEventsHandler),
]
