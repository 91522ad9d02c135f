import {
  addRiskBlock,
  blockRiskSubject,
  closeRiskAlert,
  createRiskRule,
  deleteRiskRule,
  getRiskAlert,
  listRiskAlerts,
  listRiskBlocks,
  listRiskRules,
  noteRiskAlert,
  removeRiskBlock,
  reopenRiskAlert,
  updateRiskRule,
} from '@adire/contract/back-office/risk.ts'
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
  route(listRiskAlerts, listRiskAlertsHandler),
  route(getRiskAlert, getRiskAlertHandler),
  route(noteRiskAlert, noteRiskAlertHandler),
  route(blockRiskSubject, blockRiskSubjectHandler),
  route(closeRiskAlert, closeRiskAlertHandler),
  route(reopenRiskAlert, reopenRiskAlertHandler),
  route(listRiskRules, listRiskRulesHandler),
  route(createRiskRule, createRiskRuleHandler),
  route(updateRiskRule, updateRiskRuleHandler),
  route(deleteRiskRule, deleteRiskRuleHandler),
  route(listRiskBlocks, listRiskBlocksHandler),
  route(addRiskBlock, addRiskBlockHandler),
  route(removeRiskBlock, removeRiskBlockHandler),
]
