import { runAuditCommand } from './features/audit/operator.ts'
import { runChannelCommand } from './features/channel-health/operator.ts'
import { runCheckoutCommand } from './features/checkout-integrity/operator.ts'
import { runDisputeCommand } from './features/disputes/operator.ts'
import { runKycCommand } from './features/onboarding/operator.ts'
import { runPriceCommand } from './features/prices/operator.ts'
import { runPaymentCommand } from './features/processor-calls/operator.ts'
import { runEventCommand } from './features/processor-events/operator.ts'
import { runReconciliationCommand } from './features/reconciliation/operator.ts'
import { runRestrictionCommand } from './features/restrictions/operator.ts'
import { runRoutingCommand } from './features/routing/operator.ts'
import { runMoneyCommand } from './features/settlements/operator.ts'
import { runStaffCommand } from './features/staff/operator.ts'
import { runUserCommand } from './features/users/operator.ts'
import { runJobsCommand } from './jobs/operator.ts'
import type { OperatorValues } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'

/** Runs a command that uses the database. Returns the exit code, or undefined if there is no such command. */
type Command = (operator: OperatorContext, words: string[], values: OperatorValues) => Promise<number | undefined>

const moneyCommand: Command = (operator, words, values) =>
  runMoneyCommand(operator, words, {
    reason: values.reason,
    from: values.from,
    to: values.to,
    csv: values.csv === true,
    reserveBps: values['reserve-bps'],
    reserveDays: values['reserve-days'],
    stampDuty: values['stamp-duty'],
  })

export const reviewCommand: Command = (operator, words, values) =>
  runKycCommand(operator, words, {
    reason: values.reason,
    saveDocuments: values['save-documents'],
    numbers: values.numbers === true,
    withSandboxDocuments: values['with-sandbox-documents'] === true,
  })

/** Commands by their first word; all others review businesses. */
export const operatorCommands: Readonly<Partial<Record<string, Command>>> = {
  dispute: (operator, [, ...words], values) =>
    runDisputeCommand(operator, words, {
      reason: values.reason,
      saveDocuments: values['save-documents'],
      amountKobo: values['amount-kobo'],
      due: values.due,
    }),
  user: (operator, [, ...words], { reason }) => runUserCommand(operator, words, reason),
  staff: (operator, [, ...words], { role }) => runStaffCommand(operator, words, role),
  jobs: (operator, [, ...words]) => runJobsCommand(operator, words),
  routing: (operator, [, ...words], values) => runRoutingCommand(operator, words, values),
  channels: (operator, [, ...words]) => runChannelCommand(operator, words),
  events: (operator, [, ...words]) => runEventCommand(operator, words),
  payments: (operator, [, ...words]) => runPaymentCommand(operator, words),
  audit: (operator, [, ...words]) => runAuditCommand(operator, words),
  reconciliation: (operator, [, ...words], values) => runReconciliationCommand(operator, words, values),
  business: (operator, [, ...words], values) => runRestrictionCommand(operator, words, values),
  prices: (operator, [, ...words], values) => runPriceCommand(operator, words, values),
  checkout: (operator, [, ...words]) => runCheckoutCommand(operator, words),
  ledger: moneyCommand,
  settlement: moneyCommand,
  holiday: moneyCommand,
}
