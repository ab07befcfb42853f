// Whether a scene's layout is whole, in the engine that draws it, and whether anything was
// fetched from elsewhere.

/** Room that rounding may take, in pixels. */
const ROUNDING = 1.5;

/** What breaks: a line each. */
export function broken(): string[] {
  return [...sideways(), ...outside(), ...fetched()];
}

const named = (element: Element) =>
  `<${element.tagName.toLowerCase()} ${element.getAttribute('data-testid') ?? element.className}>`;

/** What scrolls sideways, but for what is meant to: exact bytes and wide tables say so. */
function sideways(): string[] {
  return [...document.querySelectorAll('html, body, body *')]
    .filter((element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls =
        overflowX === 'auto' || overflowX === 'scroll' || element.matches('html, body');
      return (
        scrolls &&
        element.closest('pre, [data-wide]') === null &&
        element.clientWidth > 0 &&
        element.scrollWidth > element.clientWidth + ROUNDING
      );
    })
    .map(
      (one) =>
        `layout: ${named(one)} is ${one.scrollWidth} wide in ${one.clientWidth}, by ${widest(one)}`,
    );
}

/** The innermost thing that reaches furthest. */
function widest(scrolling: Element): string {
  let found = { right: 0, what: 'nothing' };
  for (const element of scrolling.querySelectorAll('*')) {
    const { right, width } = element.getBoundingClientRect();
    if (width > 0 && right >= found.right) found = { right, what: named(element) };
  }
  return found.what;
}

/** What stands beside the window, and is not cut off by something that is inside. */
function outside(): string[] {
  const cut = (element: Element): boolean => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (getComputedStyle(above).overflowX !== 'visible') return true;
    }
    return getComputedStyle(element).position === 'absolute';
  };
  return [...document.querySelectorAll('#app *, [role="dialog"] *')]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      const beyond = box.right > innerWidth + ROUNDING || box.left < -ROUNDING;
      return beyond && box.width > 0 && box.height > 0 && !cut(element);
    })
    .slice(0, 5)
    .map((one) => `layout: ${named(one)} stands beside the window`);
}

function fetched(): string[] {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => /^https?:/.test(name) && !name.startsWith(location.origin))
    .map(({ name }) => `fetched: ${name}`);
}
