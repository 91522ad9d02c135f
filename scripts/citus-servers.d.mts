export interface CitusServer {
  url: string
  dir: string
  start(): Promise<void>
  end(): Promise<void>
  remove(): Promise<void>
  readLog(): { error_severity: string; state_code: string; message: string; statement?: string }[]
}

export function startCitusServers(folder: string, more?: string[]): Promise<CitusServer[]>
