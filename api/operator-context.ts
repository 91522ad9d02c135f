import type { Context } from './context.ts'
import type { FileStore } from './files/store.ts'

/** What a command of the operator works with. */
export interface OperatorContext {
  /** Name of the person who runs the command, for the audit log. */
  reviewer: string
  files: FileStore
  print(line: string): void
  /** Runs one transaction, in test mode unless the command sets another. */
  write<T>(use: (context: Context) => Promise<T>): Promise<T>
}
