export const Get = (name: string) => () => {}
