import { getSession, readSession } from '../session.ts'

// A signed-in user is redirected to the dashboard.
await readSession()
if (getSession().status === 'in') location.replace('/dashboard')
