/** Prints a line for the operator. */
export const printLine = (line: string) => console.log(line)
