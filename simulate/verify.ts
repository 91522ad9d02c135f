import type { Scene } from './action.ts'
import { balances, fees, lines, mandates, processor, returns } from './checks/books.ts'
import { deliveries, events, jobs, mails } from './checks/events.ts'
import { invoices } from './checks/invoices.ts'
import { payments, refunds, tenants } from './checks/pages.ts'
import { debits, subscriptions } from './checks/recurring.ts'
import { returnedPayouts, settlements, shownBalances } from './checks/settlements.ts'
import { divided, returnsOfShares, shares, undone } from './checks/shares.ts'
import { on } from './postgres.ts'

/** After every step: what the database holds, by calculations of its own. */
export const verifyBooks = (scene: Scene): Promise<void> =>
  on(scene.world.databaseUrl, async (db) => {
    await lines(db)
    await fees(db)
    await processor(db, false)
    await returns(db)
    await balances(db)
    await mandates(db)
    await returnedPayouts(scene, db)
    await shares(db, scene.model.businesses)
    await returnsOfShares(db)
    await divided(db)
    await undone(db)
    await debits(scene, db)
    await subscriptions(scene, db)
    await invoices(db)
    await events(scene, db)
  })

/** Now and then: what every page shows, of every business. */
export const verifyPages = (scene: Scene): Promise<void> =>
  on(scene.world.databaseUrl, async (db) => {
    for (const business of scene.model.businesses) {
      await payments(scene, business)
      await refunds(scene, business)
      await shownBalances(scene, db, business)
      await settlements(scene, business)
    }
    await tenants(scene)
  })

/** At the end, once everything works again and time has passed. */
export const verifyEnd = (scene: Scene, isUndisturbed: boolean): Promise<void> =>
  on(scene.world.databaseUrl, async (db) => {
    await jobs(scene, db)
    await processor(db, true)
    await deliveries(scene, db)
    await mails(scene, db, isUndisturbed)
  })
