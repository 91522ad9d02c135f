import { getSession, readSession } from '../client/session.ts'

// A signed-in user is redirected to the dashboard.
await readSession()
if (getSession().status === 'in') location.replace('/dashboard')
