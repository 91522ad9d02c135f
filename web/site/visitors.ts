import { getSession, readSession } from '../session.ts'

// A public route leads whoever is signed in to the dashboard.
await readSession()
if (getSession().status === 'in') location.replace('/dashboard')
