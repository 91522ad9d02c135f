export interface Failure {
  title: string
  error?: string | undefined
  pages?: string | undefined
  log?: string | undefined
}

export function failedStories(report: object, logFile: string): Failure[]
export function failureText(failure: Failure): string
