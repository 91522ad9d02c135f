import { formatNaira } from './money.ts'
import type { AddOn } from './subscription-fields-schemas.ts'

/** Name and quantity of an add-on: "Extra seat", "Extra seat × 2". */
export const describeAddOn = ({ name, quantity }: AddOn): string => (quantity === 1 ? name : `${name} × ${quantity}`)

/** An add-on with its price for all units: "Extra seat × 2: NGN 3,000.00". */
export const describeAddOnPrice = (addOn: AddOn): string =>
  `${describeAddOn(addOn)}: ${formatNaira(addOn.amountKobo * addOn.quantity)}`
