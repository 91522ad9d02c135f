import {
  downloadAuditEvents,
  downloadAuditEventsXlsx,
  listAuditActors,
  listAuditEvents,
} from '@adire/contract/audit.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { downloadAuditEventsHandler, listAuditActorsHandler, listAuditEventsHandler } from './list.ts'

export const auditRoutes = [
  route(listAuditEvents, listAuditEventsHandler),
  route(listAuditActors, listAuditActorsHandler),
  ...tableRoutes(downloadAuditEvents, downloadAuditEventsXlsx, downloadAuditEventsHandler),
]
