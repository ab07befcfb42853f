export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);
export const two = (n: number) => String(n).padStart(2, '0');
