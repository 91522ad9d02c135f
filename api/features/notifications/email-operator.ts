import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { notificationEmailJob } from './jobs.ts'

interface OperatorEmail {
  title: string
  text: string
  /** Details, as label and value. */
  rows?: [label: string, value: string][]
}

/** Emails the operator about something that needs a person; once for each `key`, if there is one. */
export const emailOperator = (
  { tx, config }: Pick<Context, 'tx' | 'config'>,
  email: OperatorEmail,
  key?: string,
): Promise<void> =>
  enqueueJob(
    tx,
    notificationEmailJob,
    { to: config.operatorEmail, ...email, test: false },
    key === undefined ? {} : { key },
  )
