import { downloadAuditEvents, listAuditActors, listAuditEvents } from '@adire/contract/audit.ts'
import { downloadRoute, route } from '../../http/route.ts'
import { downloadAuditEventsHandler, listAuditActorsHandler, listAuditEventsHandler } from './list.ts'

export const auditRoutes = [
  route(listAuditEvents, listAuditEventsHandler),
  route(listAuditActors, listAuditActorsHandler),
  downloadRoute(downloadAuditEvents, downloadAuditEventsHandler),
]
