import {
  addCustomerNote,
  blacklistCustomer,
  createCustomer,
  deleteCustomerNote,
  downloadCustomers,
  downloadCustomersXlsx,
  getCustomer,
  listCustomerNotes,
  listCustomers,
  searchCustomers,
  unblacklistCustomer,
  updateCustomer,
} from '@adire/contract/customers.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { blacklistCustomerHandler, unblacklistCustomerHandler } from './blacklist.ts'
import { createCustomerHandler, updateCustomerHandler } from './change.ts'
import { getCustomerHandler } from './detail.ts'
import { downloadCustomersHandler, listCustomersHandler } from './list.ts'
import { addCustomerNoteHandler, deleteCustomerNoteHandler, listCustomerNotesHandler } from './notes.ts'

export const customerRoutes = [
  route(listCustomers, listCustomersHandler),
  route(searchCustomers, listCustomersHandler),
  ...tableRoutes(downloadCustomers, downloadCustomersXlsx, downloadCustomersHandler),
  route(createCustomer, createCustomerHandler),
  route(getCustomer, getCustomerHandler),
  route(updateCustomer, updateCustomerHandler),
  route(listCustomerNotes, listCustomerNotesHandler),
  route(addCustomerNote, addCustomerNoteHandler),
  route(deleteCustomerNote, deleteCustomerNoteHandler),
  route(blacklistCustomer, blacklistCustomerHandler),
  route(unblacklistCustomer, unblacklistCustomerHandler),
]
