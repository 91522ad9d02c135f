export type ErrorCode = string
