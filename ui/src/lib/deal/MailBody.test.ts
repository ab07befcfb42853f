import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tid } from '$lib/testids';
import MailBody from './MailBody.svelte';

const remote = 'http://127.0.0.1:9/seen';
const hostile = [
  `<img src="${remote}">`,
  `<iframe src="${remote}"></iframe>`,
  `<link rel="prefetch" href="${remote}">`,
  `<style>@import url(${remote}); @font-face { src: url(${remote}) } p { background: url(${remote}) }</style>`,
  `<svg><image href="${remote}"/></svg>`,
  `<script>fetch('${remote}')</script>`,
].join('\n');

const mail = {
  kind: 'mail' as const,
  subject: hostile,
  from: `"${hostile}" <sales@contoso.example>`,
  to: [hostile],
  text: hostile,
  quoted: hostile,
  hidden: hostile,
  answered: false,
  checks: [{ method: 'spf', result: 'pass' }],
  attachments: [
    {
      part: '2',
      name: hostile,
      media_type: hostile,
      bytes: 3,
      sha256: 'ab',
      on_server: false,
      coming: null,
      saved: hostile,
      table: true,
    },
    {
      name: 'large.zip',
      media_type: 'application/zip',
      bytes: 60_000_000,
      sha256: '',
      on_server: true,
      part: '3',
      coming: null,
      saved: null,
      table: false,
    },
  ],
  warnings: ['html_says_more', 'hidden_text'],
};

afterEach(() => vi.restoreAllMocks());

describe('a mail on the timeline', () => {
  it('makes nothing out of what it says, wherever it says it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { container } = render(MailBody, { mail, id: 'mail:7', ours: false });
    for (const toggle of [tid.quoted, tid.mailHidden]) {
      await userEvent.click(screen.getByTestId(toggle));
    }
    const fetching =
      'img,iframe,frame,link,style,script,object,embed,video,audio,image,source,base,meta';
    expect(container.querySelectorAll(fetching)).toHaveLength(0);
    const named = ['src', 'srcset', 'href', 'poster', 'style', 'data'];
    const led = [...container.querySelectorAll('*')]
      .flatMap((one) => named.map((name) => one.getAttribute(name) ?? ''))
      .filter((value) => value.includes('127.0.0.1'));
    expect(led).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
    expect(container.textContent).toContain('<img');
  });

  it('shows hidden text apart, and what stays on the server', async () => {
    render(MailBody, { mail: { ...mail, hidden: 'pay elsewhere' }, id: 'mail:7', ours: true });
    await userEvent.click(screen.getByTestId(tid.mailHidden));
    expect(screen.getByText('pay elsewhere')).toBeInTheDocument();
    expect(screen.getByText(/on the server/)).toBeInTheDocument();
    expect(screen.queryByTestId(tid.mailReply('mail:7'))).toBeNull();
  });
});
