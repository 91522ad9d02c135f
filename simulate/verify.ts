import { asOneClient } from '../api/database/one-client.ts'
import type { SimulationScene } from './action.ts'
import { checkCustomers } from './checks/customers.ts'
import { checkDisputes } from './checks/disputes.ts'
import { checkDeliveries, checkEmails, checkEvents, checkJobs } from './checks/events.ts'
import { checkInvoices } from './checks/invoices.ts'
import { checkLatePayouts } from './checks/late-payouts.ts'
import { checkLateRefunds } from './checks/late-refunds.ts'
import {
  checkBalances,
  checkFees,
  checkLedgerLines,
  checkMandates,
  checkProcessor,
  checkReturns,
} from './checks/ledger.ts'
import { checkPayments, checkRefunds, checkTenants } from './checks/pages.ts'
import { checkDebits, checkSubscriptions } from './checks/recurring.ts'
import { checkReportedBalances, checkSettlements, returnedPayouts } from './checks/settlements.ts'
import { checkDivision, checkReturnedShares, checkShareReturns, checkShares } from './checks/shares.ts'

/** After every step: checks the database against independent calculations. */
export const verifyLedger = (scene: SimulationScene): Promise<void> =>
  asOneClient(scene.environment.databaseUrl, async (db) => {
    await checkLedgerLines(db)
    await checkFees(db, scene.model.businesses)
    await checkProcessor(scene, db, false)
    await checkReturns(db)
    await checkBalances(db)
    await checkMandates(db)
    await returnedPayouts(scene, db)
    await checkDisputes(db)
    await checkLatePayouts(scene, db)
    await checkLateRefunds(scene, db)
    await checkShares(db, scene.model.businesses)
    await checkShareReturns(db)
    await checkDivision(db)
    await checkReturnedShares(db)
    await checkDebits(scene, db)
    await checkSubscriptions(scene, db)
    await checkInvoices(db)
    await checkCustomers(db)
    await checkEvents(scene, db)
  })

/** At intervals: checks what the pages show, for every business. */
export const verifyPages = (scene: SimulationScene): Promise<void> =>
  asOneClient(scene.environment.databaseUrl, async (db) => {
    for (const business of scene.model.businesses) {
      await checkPayments(scene, business)
      await checkRefunds(scene, business)
      await checkReportedBalances(scene, db, business)
      await checkSettlements(scene, business)
    }
    await checkTenants(scene)
  })

/** At the end, after all outages and retries: checks jobs, processor, webhooks and emails. */
export const verifyEnd = (scene: SimulationScene, isUndisturbed: boolean): Promise<void> =>
  asOneClient(scene.environment.databaseUrl, async (db) => {
    await checkJobs(scene, db)
    await checkProcessor(scene, db, true)
    await checkDeliveries(scene, db)
    await checkEmails(scene, db, isUndisturbed)
  })
