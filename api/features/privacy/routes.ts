import * as customers from '@adire/contract/customers.ts'
import { route } from '../../http/route.ts'
import { eraseCustomerHandler } from './erase.ts'
import { exportCustomerHandler } from './export.ts'

export const privacyRoutes = [
  route(customers.exportCustomer, exportCustomerHandler),
  route(customers.eraseCustomer, eraseCustomerHandler),
]
