import * as customers from '@adire/contract/customers.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { blacklistCustomerHandler, unblacklistCustomerHandler } from './blacklist.ts'
import { createCustomerHandler, updateCustomerHandler } from './change.ts'
import { getCustomerHandler } from './detail.ts'
import { downloadCustomersHandler, listCustomersHandler } from './list.ts'
import { addCustomerNoteHandler, listCustomerNotesHandler, removeCustomerNoteHandler } from './notes.ts'

export const customerRoutes = [
  route(customers.listCustomers, listCustomersHandler),
  route(customers.searchCustomers, listCustomersHandler),
  ...tableRoutes(customers.downloadCustomers, customers.downloadCustomersXlsx, downloadCustomersHandler),
  route(customers.createCustomer, createCustomerHandler),
  route(customers.getCustomer, getCustomerHandler),
  route(customers.updateCustomer, updateCustomerHandler),
  route(customers.listCustomerNotes, listCustomerNotesHandler),
  route(customers.addCustomerNote, addCustomerNoteHandler),
  route(customers.removeCustomerNote, removeCustomerNoteHandler),
  route(customers.blacklistCustomer, blacklistCustomerHandler),
  route(customers.unblacklistCustomer, unblacklistCustomerHandler),
]
