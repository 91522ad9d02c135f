import * as risk from '@adire/contract/back-office/risk.ts'
import { route } from '../../http/route.ts'
import {
  blockRiskSubjectHandler,
  closeRiskAlertHandler,
  getRiskAlertHandler,
  listRiskAlertsHandler,
  noteRiskAlertHandler,
  reopenRiskAlertHandler,
} from './alerts.ts'
import { addRiskBlockHandler, listRiskBlocksHandler, removeRiskBlockHandler } from './blocks.ts'
import { createRiskRuleHandler, deleteRiskRuleHandler, listRiskRulesHandler, updateRiskRuleHandler } from './rules.ts'

export const officeRiskRoutes = [
  route(risk.listRiskAlerts, listRiskAlertsHandler),
  route(risk.getRiskAlert, getRiskAlertHandler),
  route(risk.noteRiskAlert, noteRiskAlertHandler),
  route(risk.blockRiskSubject, blockRiskSubjectHandler),
  route(risk.closeRiskAlert, closeRiskAlertHandler),
  route(risk.reopenRiskAlert, reopenRiskAlertHandler),
  route(risk.listRiskRules, listRiskRulesHandler),
  route(risk.createRiskRule, createRiskRuleHandler),
  route(risk.updateRiskRule, updateRiskRuleHandler),
  route(risk.deleteRiskRule, deleteRiskRuleHandler),
  route(risk.listRiskBlocks, listRiskBlocksHandler),
  route(risk.addRiskBlock, addRiskBlockHandler),
  route(risk.removeRiskBlock, removeRiskBlockHandler),
]
