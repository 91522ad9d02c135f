import * as charges from '@adire/contract/charges.ts'
import { route } from '../../http/route.ts'
import { verifyChargeHandler } from './charges.ts'
import { listChargesHandler } from './list.ts'

/** Charges are created in `checkout/initialise.ts`, with their first payment. */
export const chargeRoutes = [
  route(charges.verifyCharge, verifyChargeHandler),
  route(charges.listCharges, listChargesHandler),
]
