import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './app.css';
import App from './App.svelte';
import { theme } from '$lib/state/theme.svelte';
import { LANGUAGE } from '$lib/text/locale';

document.documentElement.lang = LANGUAGE;
theme.apply();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

export default mount(App, { target });
