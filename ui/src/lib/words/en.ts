// Every word that the window says, in English. A second language is another object of this type.

import { answer } from './answer.en';
import { deal } from './deal.en';
import { frame } from './frame.en';
import { problems } from './problems.en';
import { rooms } from './rooms.en';

export const en = { language: 'en', problems, ...frame, ...deal, ...answer, ...rooms };

export type Words = typeof en;
