import diagnostics_channel from 'node:diagnostics_channel'
import { afterCommit, type Tx } from '../database/connect.ts'

const outboxWritten = diagnostics_channel.channel('adire:outbox-written')

/** Wakes the dispatchers of this process once the transaction is committed. Others find the messages when they poll next. */
export const wakeAfterCommit = (tx: Tx): void => afterCommit(tx, () => outboxWritten.publish(undefined))

/** Calls `wake` after each transaction of this process that wrote to the outbox; returns a function that stops it. */
export function onOutboxWritten(wake: () => void): () => void {
  outboxWritten.subscribe(wake)
  return () => outboxWritten.unsubscribe(wake)
}
