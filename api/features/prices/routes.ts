import * as prices from '@adire/contract/prices.ts'
import { route } from '../../http/route.ts'
import { listPricesHandler } from './list.ts'

export const priceRoutes = [route(prices.listPrices, listPricesHandler)]
